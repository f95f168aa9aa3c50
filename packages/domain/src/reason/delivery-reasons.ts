/** Why a message of an alert was not delivered. None names the address, which contains the secret of some services. */
export const deliveryReasons = {
  'delivery-channel-off': 'The channel was turned off.',
  'delivery-connection-failed': 'The connection failed ({error}).',
  'delivery-owner-without-access': 'The owner of the channel may not see this any more.',
  'delivery-receiver-outside': 'The receiver is outside private networks.',
  'delivery-redirected': 'It answered {status}; redirects are not followed.',
  'delivery-secret-unreadable': 'The secret cannot be read with this server’s key: enter it again.',
  'delivery-status': 'It answered {status}.',
  'delivery-timed-out': 'There was no answer within {seconds} s.',
} as const;
