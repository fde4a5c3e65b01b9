import type { ProfileData } from '#domain/site/site-profile.ts'

/** The id of the element with the `ProfileData` of a site that is not that of the specification. */
export const profileElement = 'site-profile'

/** What a page says about its site to its scripts. */
export function siteData(): ProfileData {
  return JSON.parse(document.getElementById(profileElement)?.textContent ?? '{}') as ProfileData
}
