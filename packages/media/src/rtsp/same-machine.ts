import type { Socket } from 'node:net';

/** Whether both ends of a connection are this machine: nobody in a network can make it seem so. */
export const isSameMachine = ({ remoteAddress, localAddress }: Pick<Socket, 'remoteAddress' | 'localAddress'>) =>
  remoteAddress !== undefined && remoteAddress === localAddress;
