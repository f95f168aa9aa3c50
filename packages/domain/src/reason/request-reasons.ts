/** Why a request as a whole was refused, beyond the title of its problem. */
export const requestReasons = {
  'exports-over-limit':
    'This export has about {size_bytes}; exports may use {limit_bytes} in total and use {used_bytes} now.',
  'missing-capability': 'Your role does not have the permission “{capability}”.',
  'not-your-bookmark': 'Only an administrator can change a bookmark of someone else.',
  'policy-has-cameras': 'Assign another policy to these cameras first: {cameras}.',
  'policy-has-footage': 'It is still used by footage of removed cameras: {cameras}.',
  'referenced-object-gone': 'Something that this refers to was removed: reload and try again.',
  'request-from-other-site': 'This request came from a page of another site.',
  'retry-after': 'Try again in {seconds} s.',
  'too-many-queued-exports': 'You can have at most {limit} exports in the queue.',
  'too-many-segments': 'This range has more than {limit} segments of one camera.',
  'too-many-views': 'You can save at most {limit} views: delete one first.',
} as const;
