import { createContext, useContext } from 'react'

/** Address of the list of all content. */
export const manageAddress = '/admin/manage-content'

/** Address of the page of an item as it was after a commit. */
export const versionAddress = (type: string, id: number, commit: string) =>
  `/admin/version?type=${type}&id=${id}&commit=${commit}`

/** Path and query parameters of the screen (the last value of each name). */
export interface Address {
  path: string
  search: Readonly<Record<string, string>>
}

/**
 * Navigates to a path of this site, within the admin without a page load. `replace` replaces the
 * history entry.
 */
export type Navigate = (to: string, options?: { replace?: boolean }) => Promise<void>

/** Stops navigation by Back and Forward: while `ask` is set, it is called instead. */
export interface Guard {
  ask: (() => void) | null
}

const Navigation = createContext<{ address: Address; navigate: Navigate; guard: Guard } | null>(
  null,
)

export const NavigationProvider = Navigation.Provider

function useNavigation() {
  const navigation = useContext(Navigation)
  if (!navigation) throw new Error('There is no admin shell around this part.')
  return navigation
}

/** The present address. */
export const useAddress = (): Address => useNavigation().address

/** A function for navigation. A link needs none: `<a href>` does the same. */
export const useNavigate = (): Navigate => useNavigation().navigate

/** The navigation guard of the screen. */
export const useGuard = (): Guard => useNavigation().guard
