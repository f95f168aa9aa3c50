/** Why a request as a whole was refused, beyond the title of its problem. */
export const requestReasons = {
  'download-link-ended': 'The link is no longer valid: request a new one.',
  'exports-over-limit':
    'This export has about {size_bytes}; exports may use {limit_bytes} in total and use {used_bytes} now.',
  'host-not-allowed': 'If this name is meant to reach this server, add it to ALLOWED_HOSTS.',
  'media-token-ended': 'The media token is no longer valid: request a new one from /media-token.',
  'missing-capability': 'Your role does not have the permission “{capability}”.',
  'no-own-certificate': 'This server has no certificate of its own, so there is nothing to trust.',
  'not-signed-in':
    'There is no valid session: sign in again. Programs send a valid token as “Authorization: Bearer <token>”.',
  'not-your-bookmark': 'Only an administrator can change a bookmark of someone else.',
  'plain-http-refused': 'Use the same address with https, or set PLAIN_HTTP=true on the server.',
  'policy-has-cameras': 'Assign another policy to these cameras first: {cameras}.',
  'policy-has-footage': 'It is still used by footage of removed cameras: {cameras}.',
  'referenced-object-gone': 'Something that this refers to was removed: reload and try again.',
  'request-from-other-site': 'This request came from a page of another site.',
  'retry-after': 'Try again in {seconds} s.',
  'role-has-users': 'Give its users another role first.',
  'storage-has-policies': 'Choose another storage in the policies that use it first.',
  'too-many-links': 'You can have at most {limit} links: revoke one first.',
  'too-many-queued-exports': 'You can have at most {limit} exports in the queue.',
  'too-many-segments': 'This range has more than {limit} segments of one camera: choose a shorter one.',
  'too-many-views': 'You can save at most {limit} views: delete one first.',
  'viewer-left': 'The viewer left.',
} as const;
