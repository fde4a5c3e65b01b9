/** The id of the element with the `ProfileData` of a site that is not that of the specification. */
export const profileElement = 'site-profile'
