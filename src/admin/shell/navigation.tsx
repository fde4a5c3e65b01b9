import { createContext, useContext } from 'react'

/** The list of all content. */
export const manageAddress = '/admin/manage-content'

/** Where the admin is: path, and the query parameters (the last of each name). */
export interface Address {
  path: string
  search: Readonly<Record<string, string>>
}

/** Goes to a path of this site; within the admin without loading a document. `replace` leaves no entry in the browser's history. */
export type Navigate = (to: string, options?: { replace?: boolean }) => Promise<void>

/** Lets a screen be kept when the browser's Back or Forward leads away from it: `ask` is called, and nothing else happens. */
export interface Guard {
  ask: (() => void) | null
}

const Navigation = createContext<{ address: Address; navigate: Navigate; guard: Guard } | null>(null)

export const NavigationProvider = Navigation.Provider

function useNavigation() {
  const navigation = useContext(Navigation)
  if (!navigation) throw new Error('There is no admin shell around this part.')
  return navigation
}

/** Where the admin is. */
export const useAddress = (): Address => useNavigation().address

/** How a part goes elsewhere. Links need nothing: an `<a href>` does the same. */
export const useNavigate = (): Navigate => useNavigation().navigate

/** What keeps this screen. */
export const useGuard = (): Guard => useNavigation().guard
