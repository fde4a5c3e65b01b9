import { CircleAlert, CircleCheck, CircleDot } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { counted } from '#domain/count-words.ts'
import { hasPieces, pieceText } from '#domain/item/item-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import type { SeoAnalysis } from '#domain/seo/analyze-seo.ts'
import type { Finding, SeoItem } from '#domain/seo/finding.ts'
import { scoreColor } from '#domain/seo/score.ts'
import {
  cutText,
  pageDescription,
  shownDescriptionLength,
  shownTitleLength,
} from '#domain/seo/snippet.ts'
import { showToast } from '../../../ui/show-toast.ts'
import { type DraftValues, withPrimaryKeyword } from '../../documents/draft-values.ts'
import { useDraftParts } from '../../editing/draft-context.ts'
import { useSiteFacts } from '../../shell/site-facts.ts'
import { type KeywordChoice, KeywordList, KeywordProposals } from './keyword-list.tsx'
import { useSeoAnalysis } from './use-seo-analysis.ts'

/**
 * The keyword analysis of the edited item; a keyword can become the primary one if the item has
 * tags.
 */
export function SeoTab() {
  const { draft } = useDraftParts()
  const { name } = useSiteFacts()
  const { control, setValue, getValues } = useFormContext<DraftValues>()
  const values = useWatch({ control })
  const isIssue = hasPieces(draft.type)
  const isAddress = itemTypes[draft.type].addressedBy === 'slug'
  const pieces = (values.articles ?? []).map(pieceText)
  const content = values.content ?? ''
  return (
    <SeoPanel
      item={{
        title: values.title ?? '',
        content: isIssue ? [content, ...pieces].join('\n\n').trim() : content,
        excerpt: values.excerpt ?? '',
        metaDescription: draft.fields.includes('metaDescription')
          ? (values.metaDescription ?? '')
          : undefined,
        slug: isAddress ? values.slug : undefined,
        primaryKeyword: values.primaryKeyword || null,
        origin: location.origin,
      }}
      address={isAddress ? `/article/${values.slug ?? ''}` : (draft.item?.url ?? `/${draft.type}`)}
      siteName={name}
      onPrimary={draft.fields.includes('tags') ? choose : undefined}
    />
  )

  function choose(keyword: string) {
    setValue('tags', withPrimaryKeyword(getValues('tags'), keyword))
    setValue('primaryKeyword', keyword)
    void showToast({
      title: 'Primary keyword set',
      description: `"${keyword}" is now your primary keyword.`,
    })
  }
}

interface SeoPanelProps {
  item: SeoItem
  /** The item's path on the site. */
  address: string
  /** The site's name, shown after the title in search results. */
  siteName: string
  /** Undefined when no keyword can be chosen. */
  onPrimary: KeywordChoice['onPrimary']
}

/** What is said while there is no analysis. */
const notes = {
  empty: {
    title: 'No content to analyze',
    text: 'Add content in the editor tab first to enable SEO analysis',
  },
  short: {
    title: 'A little more text is needed',
    text: 'Keywords are analyzed as soon as the text is longer than 50 characters.',
  },
  waiting: {
    title: 'Analyzing keywords...',
    text: '',
  },
  failed: {
    title: 'The keywords could not be analyzed',
    text: 'Reload the page when the network is back. Your text is not affected.',
  },
}

/**
 * The keyword analysis of an item: keywords with a score, findings with actions, and a preview of
 * the search result.
 */
function SeoPanel(props: SeoPanelProps) {
  const { item, onPrimary } = props
  const state = useSeoAnalysis(item)
  const isDone = state.kind === 'done'
  const choice = {
    primary: item.primaryKeyword?.toLowerCase() ?? null,
    onPrimary,
  }
  return (
    <div className="grid gap-8">
      <section
        aria-label="Keyword analysis"
        aria-busy={state.kind === 'waiting' || (isDone && state.stale)}
      >
        {isDone ? (
          <Analysis analysis={state.analysis} choice={choice} />
        ) : (
          <Note {...notes[state.kind]} />
        )}
      </section>
      {state.kind !== 'empty' && <SnippetPreview {...props} />}
    </div>
  )
}

function Analysis({ analysis, choice }: { analysis: SeoAnalysis; choice: KeywordChoice }) {
  const { score, words, proposals, findings } = analysis
  return (
    <div className="grid gap-8">
      <Score score={score} words={words} />
      {choice.onPrimary && <KeywordProposals proposals={proposals} choice={choice} />}
      <KeywordList {...analysis} choice={choice} />
      <FindingList findings={findings} />
    </div>
  )
}

function Score({ score, words }: { score: number; words: number }) {
  return (
    <div
      className="data-[color=green]:[--seo-tone:var(--color-score-good)]
        data-[color=yellow]:[--seo-tone:var(--color-score-fair)]
        data-[color=red]:[--seo-tone:var(--color-score-poor)]"
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
        className="h-3 mt-2.5 border-[1.5px] border-ink rounded-full bg-sunk overflow-hidden
          [&>div]:h-full [&>div]:bg-(--seo-tone) [&>div]:transition-[width] [&>div]:duration-200"
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

function Note({ title, text }: { title: string; text: string }) {
  return (
    <div className="rounded-card border border-dashed border-line px-5 py-8 text-center">
      <p className="font-semibold">{title}</p>
      {text && <p className="mt-1 text-muted">{text}</p>}
    </div>
  )
}

/** The search result of an item: its address, title and description, cut as search engines do. */
function SnippetPreview({ item, address, siteName }: SeoPanelProps) {
  const title = item.title.trim()
  const metaDescription = item.metaDescription?.trim() || null
  const description = pageDescription(metaDescription, (item.excerpt ?? '').trim())
  const whole = title && siteName ? `${title} · ${siteName}` : title
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
      {!metaDescription && description && (
        <p className="mt-2 text-tiny text-muted">
          The description is the first 155 characters of the excerpt: none was written.
        </p>
      )}
    </section>
  )
}

const looks = {
  problem: { icon: CircleAlert, label: 'Problem' },
  improve: { icon: CircleDot, label: 'Can be better' },
  good: { icon: CircleCheck, label: 'Good' },
} as const

/** The findings about an item with reasons and actions; good ones are collapsed below. */
function FindingList({ findings }: { findings: ReadonlyArray<Finding> }) {
  const open = findings.filter(({ level }) => level !== 'good')
  const good = findings.filter(({ level }) => level === 'good')
  return (
    <div>
      <h3 className="font-semibold">What to do</h3>
      {open.length === 0 ? (
        <p className="mt-1 text-muted">Nothing: title, text and description fit together.</p>
      ) : (
        <ul className="mt-3 grid gap-4">{open.map(row)}</ul>
      )}
      {good.length > 0 && (
        <details className="mt-4">
          <summary className="seo-more">What is fine ({good.length})</summary>
          <ul className="mt-3 grid gap-4">{good.map(row)}</ul>
        </details>
      )}
    </div>
  )
}

function row({ level, what, why, todo }: Finding) {
  const { icon: Icon, label } = looks[level]
  return (
    <li
      key={what}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 [&>svg]:mt-0.5
        data-[level=problem]:[&>svg]:text-danger data-[level=improve]:[&>svg]:text-finding-fair
        data-[level=good]:[&>svg]:text-finding-good"
      data-level={level}
    >
      <Icon className="size-5" aria-label={label} role="img" />
      <div>
        <p className="font-semibold">{what}</p>
        <p className="text-muted">{why}</p>
        {level !== 'good' && <p className="mt-0.5">{todo}</p>}
      </div>
    </li>
  )
}
