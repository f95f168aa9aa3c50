/** A model that cannot be used; the message is one sentence for the operator. */
export class ModelFault extends Error {}
