/** Why there is no picture or clip of the external detector. */
export const fetchReasons = {
  'cut-picture-too-large': 'The picture of the plate is too large to be kept.',
  'fetch-address-not-http': 'The detector gave an address that is neither http nor https.',
  'fetch-connection-failed': 'The connection to the detector failed ({error}): check that it is running.',
  'fetch-not-a-picture': 'The detector did not send a picture that can be used.',
  'fetch-status': 'The detector answered with HTTP status {status}; it may have deleted the picture.',
  'fetch-timed-out': 'The detector did not send the picture in time: try again later.',
} as const;
