import { isSignedInHere } from '../../ui/signed-in-here.ts'

/**
 * Loads the link to the editor for a page that can be edited, in a browser in which somebody is
 * signed in. Visitors load nothing.
 */
export function startEditing(): void {
  const edited = document.querySelector<HTMLElement>('[data-edit]')
  if (edited && isSignedInHere(localStorage))
    void import('./edit-link.client.ts').then(({ showEditLink }) => showEditLink(edited))
}
