import type { RenderedBody } from '#domain/content.ts'
import { useTexts } from '../../ui/site-profile.tsx'

/** Texts with fewer headings have no table of contents. */
const tocMinimum = 4

export function contentsOfText({ toc }: Pick<RenderedBody, 'toc'>): RenderedBody['toc'] {
  return toc.length < tocMinimum ? [] : toc
}

/**
 * Links to the headings of a long text: a column beside it where there is room, else a line that
 * opens.
 */
export function TableOfContents({ toc }: { toc: RenderedBody['toc'] }) {
  const text = useTexts()
  if (toc.length === 0) return null
  return (
    // The contents stay within their row; as the grid's own item they would go on over what follows.
    <div className="text-small self-stretch [grid-area:toc]" data-print="hide">
      <details className="mb-4 border-b border-line lg:mb-6 xl:hidden">
        <summary className="py-2.5 text-tiny font-semibold text-muted">
          {text('onThisPage')}
        </summary>
        <nav aria-label={text('onThisPage')} className="pb-4">
          <Headings toc={toc} />
        </nav>
      </details>
      <nav
        aria-labelledby="toc-title"
        className="hidden xl:sticky xl:top-6 xl:-mx-2 xl:block xl:max-h-[calc(100dvh-3rem)] xl:overflow-y-auto xl:px-2 xl:pb-2"
      >
        <h2 id="toc-title" className="mb-3 text-tiny font-semibold tracking-normal text-muted">
          {text('onThisPage')}
        </h2>
        <Headings toc={toc} />
      </nav>
    </div>
  )
}

function Headings({ toc }: { toc: RenderedBody['toc'] }) {
  return (
    <ol className="space-y-0.5 border-s-2 border-line">
      {toc.map((heading) => (
        <li key={heading.id}>
          <a
            href={`#${heading.id}`}
            className={`-ms-0.5 block border-s-2 border-transparent py-1.5 leading-snug hover:border-cat hover:text-cat ${
              heading.depth === 3 ? 'ps-7 text-muted' : 'ps-4'
            }`}
          >
            <span dir="auto">{heading.text}</span>
          </a>
        </li>
      ))}
    </ol>
  )
}
