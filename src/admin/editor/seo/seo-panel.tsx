import { counted } from '#domain/count-words.ts'
import { scoreColor } from '#domain/seo/score.ts'
import {
  cutText,
  pageDescription,
  shownDescriptionLength,
  shownTitleLength,
} from '#domain/seo/snippet.ts'
import { FindingList } from './finding-list.tsx'
import { KeywordList } from './keyword-list.tsx'
import { type SeoState, useSeoAnalysis } from './use-seo-analysis.ts'

export interface SeoPanelProps {
  title: string
  /** Markdown or HTML. */
  content: string
  excerpt: string
  /** Undefined for a type without one. */
  metaDescription?: string
  slug?: string
  /** The item's path on the site; made from the slug for an article. */
  address?: string
  /** The site's name, shown after the title in search results. */
  siteName?: string
  primaryKeyword?: string | null
  /** Undefined when no keyword can be chosen. */
  onPrimaryKeyword?: (keyword: string) => void
}

/**
 * The keyword analysis of an item: keywords with a score, findings with actions, and a preview of
 * the search result.
 */
export function SeoPanel(props: SeoPanelProps) {
  const {
    title,
    content,
    excerpt,
    metaDescription,
    slug,
    primaryKeyword = null,
    onPrimaryKeyword,
  } = props
  const state = useSeoAnalysis({
    title,
    content,
    excerpt,
    metaDescription,
    slug,
    primaryKeyword,
    origin: location.origin,
  })
  return (
    <div className="grid gap-8">
      <section
        aria-label="Keyword analysis"
        aria-busy={state.kind === 'waiting' || (state.kind === 'done' && state.stale)}
      >
        <Analysis
          state={state}
          primaryKeyword={primaryKeyword}
          onPrimaryKeyword={onPrimaryKeyword}
        />
      </section>
      {state.kind !== 'empty' && (
        <SnippetPreview
          title={title}
          excerpt={excerpt}
          metaDescription={metaDescription ?? ''}
          address={props.address ?? `/article/${slug ?? ''}`}
          siteName={props.siteName}
        />
      )}
    </div>
  )
}

function Analysis({
  state,
  primaryKeyword,
  onPrimaryKeyword,
}: { state: SeoState } & Pick<SeoPanelProps, 'primaryKeyword' | 'onPrimaryKeyword'>) {
  switch (state.kind) {
    case 'empty':
      return (
        <Note
          title="No content to analyze"
          text="Add content in the editor tab first to enable SEO analysis"
        />
      )
    case 'short':
      return (
        <Note
          title="A little more text is needed"
          text="Keywords are analyzed as soon as the text is longer than 50 characters."
        />
      )
    case 'waiting':
      return <Note title="Analyzing keywords..." />
    case 'failed':
      return (
        <Note
          title="The keywords could not be analyzed"
          text="Reload the page when the network is back. Your text is not affected."
        />
      )
    case 'done': {
      const { analysis } = state
      return (
        <div className="grid gap-8">
          <Score score={analysis.score} words={analysis.words} />
          {onPrimaryKeyword && (
            <KeywordProposals
              proposals={analysis.proposals}
              primary={primaryKeyword ?? null}
              onPrimary={onPrimaryKeyword}
            />
          )}
          <KeywordList
            keywords={analysis.keywords}
            found={analysis.found}
            primary={primaryKeyword ?? null}
            onPrimary={onPrimaryKeyword}
          />
          <FindingList findings={analysis.findings} />
        </div>
      )
    }
  }
}

function Score({ score, words }: { score: number; words: number }) {
  return (
    <div
      className="data-[color=green]:[--seo-tone:var(--color-score-good)] data-[color=yellow]:[--seo-tone:var(--color-score-fair)] data-[color=red]:[--seo-tone:var(--color-score-poor)]"
      data-part="seo-score"
      data-color={scoreColor(score)}
    >
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">SEO score</span>
        <span>
          <span className="text-card font-bold">{score}</span>
          <span className="text-muted"> / 100</span>
        </span>
      </p>
      <meter className="sr-only" min={0} max={100} value={score} aria-label="SEO score" />
      <div
        className="h-3 mt-2.5 border-[1.5px] border-ink rounded-full bg-sunk overflow-hidden [&>div]:h-full [&>div]:bg-(--seo-tone) [&>div]:transition-[width] [&>div]:duration-200"
        aria-hidden="true"
      >
        <div style={{ width: `${score}%` }} />
      </div>
      <p className="mt-2 text-tiny text-muted">
        {counted(words, 'word', 'words')}. Up to 60 points for keywords with a good density, 30 for
        keywords in the title, 10 for the length.
      </p>
    </div>
  )
}

function Note({ title, text }: { title: string; text?: string }) {
  return (
    <div className="rounded-card border border-dashed border-line px-5 py-8 text-center">
      <p className="font-semibold">{title}</p>
      {text && <p className="mt-1 text-muted">{text}</p>}
    </div>
  )
}

/** Phrases that people would search, each a button that makes it the primary keyword. */
function KeywordProposals({
  proposals,
  primary,
  onPrimary,
}: {
  proposals: ReadonlyArray<string>
  primary: string | null
  onPrimary: (keyword: string) => void
}) {
  if (proposals.length === 0) return null
  const chosen = primary?.toLowerCase() ?? null
  return (
    <div>
      <h3 className="font-semibold">What people would search</h3>
      <p className="mt-0.5 text-tiny text-muted">
        Phrases of your text. Choose one as the primary keyword.
      </p>
      <ul className="mt-3 flex flex-wrap gap-2" aria-label="Proposed keywords">
        {proposals.map((phrase) => (
          <li key={phrase}>
            <button
              type="button"
              className="min-h-9 py-1 px-3 border-[1.5px] border-line rounded-card text-small font-semibold hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper pointer-coarse:min-h-11"
              aria-pressed={phrase === chosen}
              onClick={() => {
                if (phrase !== chosen) onPrimary(phrase)
              }}
            >
              {phrase}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The search result of an item: its address, title and description, cut as search engines do. */
function SnippetPreview({
  title,
  excerpt,
  metaDescription,
  address,
  siteName,
}: {
  title: string
  excerpt: string
  metaDescription: string
  /** A path on this site. */
  address: string
  siteName?: string | undefined
}) {
  const description = pageDescription(metaDescription.trim() || null, excerpt.trim())
  const whole = title.trim() && siteName ? `${title.trim()} · ${siteName}` : title.trim()
  return (
    <section aria-label="Search result preview">
      <h3 className="font-semibold">Search result</h3>
      <div className="max-w-160 mt-3 py-4 px-4.5 border border-line rounded-card bg-snippet [font-family:Arial,Helvetica,sans-serif] wrap-anywhere">
        <p className="text-13 text-snippet-url">
          {[location.host, ...address.split('/').filter(Boolean)].join(' › ')}
        </p>
        <p className="mt-0.5 text-20/[1.3] text-snippet-title">
          {cutText(whole, shownTitleLength) || 'Untitled'}
        </p>
        <p className="mt-0.75 text-14/[1.57] text-snippet-text">
          {cutText(description, shownDescriptionLength) ||
            'Without an excerpt and a meta description, search engines pick a sentence of the text.'}
        </p>
      </div>
      {!metaDescription.trim() && description && (
        <p className="mt-2 text-tiny text-muted">
          The description is the first 155 characters of the excerpt: none was written.
        </p>
      )}
    </section>
  )
}
