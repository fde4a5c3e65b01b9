import { createContext, useContext } from 'react'

/** Site data that the document contains. */
export interface SiteFacts {
  name: string
  /** Time zone of all displayed and scheduled dates (rulings, section 2). */
  timeZone: string
}

const Facts = createContext<SiteFacts | null>(null)

export const SiteFactsProvider = Facts.Provider

/** Name and time zone of the site. Throws outside of the admin shell. */
export function useSiteFacts(): SiteFacts {
  const facts = useContext(Facts)
  if (!facts) throw new Error('There is no admin shell around this part.')
  return facts
}
