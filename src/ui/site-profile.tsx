import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { profileFrom, type SiteProfile, type TextOf } from '#domain/site/site-profile.ts'
import { FormTexts } from './form-texts.ts'
import { IslandData } from './island-data.ts'

const Profile = createContext<SiteProfile | null>(null)

export function SiteProfileProvider({
  value,
  children,
}: {
  value: SiteProfile
  children: ReactNode
}) {
  return (
    <Profile.Provider value={value}>
      <FormTexts.Provider value={value.text}>{children}</FormTexts.Provider>
    </Profile.Provider>
  )
}

/**
 * The words, parts and looks of the site; those of the specification where nothing else is given.
 */
export function useProfile(): SiteProfile {
  const given = useContext(Profile)
  const data = useContext(IslandData)
  return useMemo(() => given ?? profileFrom(data), [given, data])
}

/** The texts of the public pages. */
export function useTexts(): TextOf {
  return useProfile().text
}
