import type { RenderedBody } from '#domain/content.ts'

/** Texts with fewer headings have no table of contents. */
export const tocMinimum = 4

/** Links to the headings of a long text. */
export function TableOfContents({ toc }: { toc: RenderedBody['toc'] }) {
  if (toc.length < tocMinimum) return null
  return (
    <nav
      aria-labelledby="toc-title"
      className="mb-10 text-small [grid-area:toc] xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:overflow-y-auto"
      data-print="hide"
    >
      <h2 id="toc-title" className="text-tiny font-semibold tracking-normal text-muted">
        On this page
      </h2>
      <ol className="mt-3 space-y-0.5 border-l-2 border-line">
        {toc.map((heading) => (
          <li key={heading.id}>
            <a
              href={`#${heading.id}`}
              className={`-ml-0.5 block border-l-2 border-transparent py-1.5 leading-snug hover:border-cat hover:text-cat ${
                heading.depth === 3 ? 'pl-7 text-muted' : 'pl-4'
              }`}
            >
              {heading.text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
