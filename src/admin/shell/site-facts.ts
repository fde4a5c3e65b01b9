import { createContext, useContext } from 'react'
import type { ProfileData } from '#domain/site/site-profile.ts'
import type { OwnField } from '#domain/site-fields.ts'

/** Site data that the document contains. */
export interface SiteFacts {
  name: string
  /** Time zone of all displayed and scheduled dates (rulings, section 2). */
  timeZone: string
  /** The authors of the site. */
  authors: ReadonlyArray<{ key: string; name: string }>
  /** The fields that the site adds to items. */
  fields: ReadonlyArray<OwnField>
  /** The words of a site that is not that of the specification. */
  profile?: ProfileData
  /** The site has a model that helps writers. */
  hasModel?: true
  /** Nobody has registered yet. Only the document of the login knows. */
  awaitsFirst?: true
}

const Facts = createContext<SiteFacts | null>(null)

export const SiteFactsProvider = Facts.Provider

/** The site's name, time zone, authors and own fields. Throws outside of the admin shell. */
export function useSiteFacts(): SiteFacts {
  const facts = useContext(Facts)
  if (!facts) throw new Error('There is no admin shell around this part.')
  return facts
}

/**
 * The language of the site's public pages, in which titles become slugs. English where nothing is
 * known of the site.
 */
export function useSiteLanguage(): string {
  return useContext(Facts)?.profile?.language ?? 'en'
}

/** Whether the site has a model that helps writers. */
export const useHasModel = (): boolean => useContext(Facts)?.hasModel === true

const Change = createContext<(profile: ProfileData) => void>(() => {})

export const ProfileChangeProvider = Change.Provider

/** A function that tells all screens the words of the site after they were saved here. */
export function useProfileChange(): (profile: ProfileData) => void {
  return useContext(Change)
}
