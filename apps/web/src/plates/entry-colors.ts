/** Offered for entries; each is visible on light and dark grounds. Any other colour can be set through the API or a file. */
export const entryColors = [
  { value: '#E03131', name: 'red' },
  { value: '#E8590C', name: 'orange' },
  { value: '#F2B705', name: 'yellow' },
  { value: '#2F9E44', name: 'green' },
  { value: '#1098AD', name: 'cyan' },
  { value: '#1C7ED6', name: 'blue' },
  { value: '#9C36B5', name: 'purple' },
] as const;
