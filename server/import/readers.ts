import type { ImportKind } from '#domain/import/mapping.ts'
import { readButtondown } from './read-buttondown.ts'
import { readFeedFile } from './read-feed.ts'
import { readGhost } from './read-ghost.ts'
import { readMailchimp } from './read-mailchimp.ts'
import { readMarkdown } from './read-markdown.ts'
import { readMedium } from './read-medium.ts'
import { readNotion } from './read-notion.ts'
import { readSubstack } from './read-substack.ts'
import { readWordpress } from './read-wordpress.ts'
import type { Reader, ReaderParts } from './reader.ts'

/** The reader of each system's exports. */
export const readers: Readonly<Record<ImportKind, (parts: ReaderParts) => Promise<Reader>>> = {
  markdown: readMarkdown,
  wordpress: readWordpress,
  ghost: readGhost,
  substack: readSubstack,
  buttondown: readButtondown,
  mailchimp: readMailchimp,
  medium: readMedium,
  notion: readNotion,
  rss: readFeedFile,
}
