import { createContext, useContext } from 'react'

/** What the admin knows of the site as a whole; it comes with the document. */
export interface SiteFacts {
  name: string
  /** Rules every shown date and schedule (rulings, section 2). */
  timeZone: string
}

const Facts = createContext<SiteFacts | null>(null)

export const SiteFactsProvider = Facts.Provider

/** The site's name and time zone. */
export function useSiteFacts(): SiteFacts {
  const facts = useContext(Facts)
  if (!facts) throw new Error('There is no admin shell around this part.')
  return facts
}
