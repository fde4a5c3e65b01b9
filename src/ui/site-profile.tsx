import { createContext, useContext } from 'react'
import { type SiteProfile, specifiedProfile, type TextOf } from '#domain/site/site-profile.ts'

const Profile = createContext<SiteProfile>(specifiedProfile)

export const SiteProfileProvider = Profile.Provider

/** The words, parts and looks of the site; those of the specification where nothing else is given. */
export function useProfile(): SiteProfile {
  return useContext(Profile)
}

/** The texts of the public pages. */
export function useTexts(): TextOf {
  return useContext(Profile).text
}
