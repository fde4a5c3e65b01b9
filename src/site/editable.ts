import type { ContentType } from '#domain/content.ts'
import type { TextOf } from '#domain/site/site-profile.ts'

/**
 * The attributes of the element with the text of an item (by its id) or of a page (by its name):
 * `frame/edit-link.client.ts` makes a link to its editor of them for a person who is signed in.
 */
export function editable(
  kind: ContentType | 'downloads' | 'pages',
  key: number | string,
  text: TextOf,
) {
  return { 'data-edit': `${kind}/${key}`, 'data-edit-label': text('edit') }
}
