/** Why a motion source does not work. */
export const motionReasons = {
  'detector-certificate-untrusted': 'The certificate of the broker is not trusted.',
  'detector-connecting': 'Connecting to the external detector.',
  'detector-connection-failed': 'The connection to the broker failed ({error}).',
  'detector-connection-lost': 'The connection to the broker is lost.',
  'detector-connection-refused': 'Nothing listens at the address of the broker.',
  'detector-host-unknown': 'The name of the broker is not known.',
  'detector-login-refused': 'The broker refuses the user name or the password.',
  'detector-name-missing': 'The camera has no name at the detector.',
  'detector-not-set-up': 'No external detector is set up.',
  'detector-silent': 'The broker does not answer.',
  'detector-subscription-refused': 'The broker refuses the subscription to {topic}.',
  'detector-subscription-silent': 'The broker does not answer the subscription.',
  'motion-analysis-restarting': 'The motion analysis has stopped and is being started again.',
  'motion-analysis-silent': 'The motion analysis does not answer.',
  'motion-no-source': 'No motion source is enabled.',
  'motion-starting': 'Motion detection is starting.',
} as const;
