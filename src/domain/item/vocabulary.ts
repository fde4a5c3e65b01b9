export const techniqueLevels = ['beginner', 'intermediate', 'advanced'] as const
/**
 * Both lists of section 3 of the specification: that of the admin schema and that of the manage
 * screen.
 */
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

/** The versions that the manage screen offers (specification, section 3). */
export const manageVersions = ['live_9', 'live_10', 'live_11', 'live_12'] as const

/** Limit of the server for a meta description (rulings, section 6b); a longer one is refused. */
export const metaDescriptionLimit = 320
