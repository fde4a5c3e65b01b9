import type { TextOf } from '#domain/site/site-profile.ts'

/**
 * The attributes of the element with the text of a page that is edited at `address` in the admin:
 * `frame/edit-link.client.ts` makes a link of them for a person who is signed in.
 */
export function editable(address: string, text: TextOf) {
  return { 'data-edit': address, 'data-edit-label': text('edit') }
}
