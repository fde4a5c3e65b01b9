import { toMarkdown } from 'mdast-util-to-markdown'
import type { SiteReader } from '#domain/site-reader.ts'
import { within } from '../../platform/within.ts'
import type { RenderBody } from '../read/body.ts'

/**
 * Renders the player of downloads' previews: the one of a sound in a text. Resolves with null for a
 * download without a preview that the site can play.
 */
export function createPreviews(renderBody: RenderBody): SiteReader['preview'] {
  return async ({ blob, title, preview }) => {
    if (preview === null) return null
    const markdown = toMarkdown({ type: 'image', url: preview, alt: `${title}, preview` })
    const { html, sounds, provisional } = await renderBody({ key: `${blob}-preview`, markdown })
    if (provisional) return { html: '', provisional }
    return sounds ? { html } : null
  }
}

/** How long a page waits for the player of compared sounds, in milliseconds. */
const patienceMs = 250

/** Renders the player of compared sounds without the text that they are from. */
export function createPlayers(renderBody: RenderBody): SiteReader['player'] {
  return async ({ blob, markdown }) => {
    const made = await within(patienceMs, renderBody({ key: `${blob}-compared`, markdown }))
    return made && !made.provisional
      ? { html: made.html.includes('data-sound="compare"') ? made.html : '' }
      : { html: '', provisional: true }
  }
}
