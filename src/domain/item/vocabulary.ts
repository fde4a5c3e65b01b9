export const techniqueLevels = ['beginner', 'intermediate', 'advanced'] as const
/** Both lists of the specification's section 3: the admin schema's and the manage screen's. */
export const abletonVersions = [
  '11.0',
  '11.1',
  '11.2',
  '11.3',
  '11.4',
  '12.0',
  'live_9',
  'live_10',
  'live_11',
  'live_12',
] as const

/** What the manage screen offers of them (specification, section 3). */
export const manageVersions = ['live_9', 'live_10', 'live_11', 'live_12'] as const

/** The meta description that the server takes at most (rulings, section 6b); it never cuts one. */
export const metaDescriptionLimit = 320
