import type { PictureUse } from '#domain/media.ts'
import { editorPath } from '../shell/editor-path.ts'

const kinds: Readonly<Record<PictureUse['type'], string>> = {
  articles: 'Article',
  news: 'News',
  newsletters: 'Newsletter',
  downloads: 'Download',
  pages: 'Page',
  site: 'Site settings',
  file: 'File that can’t be read',
}

/** Where a picture is used: items lead to their editor, other files are named by their path. */
export function PictureUses({ usedBy }: { usedBy: ReadonlyArray<PictureUse> }) {
  if (usedBy.length === 0) return <>Nothing uses it.</>
  return (
    <ul className="grid max-h-48 gap-1 overflow-y-auto">
      {usedBy.map(({ type, id, title, path }) => (
        <li key={path} className="wrap-anywhere">
          {id !== null && (type === 'articles' || type === 'news' || type === 'newsletters') ? (
            <a href={editorPath({ type, id })}>{title}</a>
          ) : (
            <span className="font-semibold">{title}</span>
          )}{' '}
          <span className="text-tiny text-muted">
            {kinds[type]}
            {type !== 'articles' && type !== 'news' && type !== 'newsletters' && ` · ${path}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
