import { type ProfileData, profileFrom, type SiteProfile, specifiedProfile } from '#domain/site/site-profile.ts'
import { profileElement } from './profile-element.ts'

/** The profile of the site that the open page belongs to. */
export function pageProfile(): SiteProfile {
  const data = document.getElementById(profileElement)?.textContent
  return data ? profileFrom(JSON.parse(data) as ProfileData) : specifiedProfile
}
