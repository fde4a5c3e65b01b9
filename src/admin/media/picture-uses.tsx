import type { ContentType } from '#domain/content.ts'
import { editorPath } from '#domain/editor-path.ts'
import { itemTypes } from '#domain/item/types.ts'
import type { PictureUse } from '#domain/media.ts'

const kinds: Readonly<Record<Exclude<PictureUse['type'], ContentType>, string>> = {
  downloads: 'Download',
  pages: 'Page',
  authors: 'Author',
  site: 'Site settings',
  file: 'File that can’t be read',
}

/** Uses of a picture: items link to their editor, other files are named by path. */
export function PictureUses({ usedBy }: { usedBy: ReadonlyArray<PictureUse> }) {
  if (usedBy.length === 0) return <>Nothing uses it.</>
  return (
    <ul className="grid max-h-48 gap-1 overflow-y-auto">
      {usedBy.map(({ type, id, title, path }) => (
        <li key={path} className="wrap-anywhere">
          {id !== null && isItem(type) ? (
            <a dir="auto" href={editorPath({ type, id })}>
              {title}
            </a>
          ) : (
            <span dir="auto" className="font-semibold">
              {title}
            </span>
          )}{' '}
          <span className="text-tiny text-muted">
            {isItem(type) ? capitalized(itemTypes[type].singular) : `${kinds[type]} · ${path}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

function isItem(type: PictureUse['type']): type is ContentType {
  return type in itemTypes
}

function capitalized(word: string) {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
