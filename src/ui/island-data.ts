import { createContext } from 'react'
import type { ProfileData } from '#domain/site/site-profile.ts'

/** What the page says of the site, for an island that makes the profile itself. */
export const IslandData = createContext<ProfileData>({})
