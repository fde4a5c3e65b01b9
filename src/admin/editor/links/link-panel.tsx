import { useEffect, useId, useState } from 'react'
import { counted } from '#domain/count-words.ts'
import type { LinkTarget } from '#domain/link-targets.ts'
import { Button } from '../../../ui/button.tsx'
import { choiceId } from '../caret-menu.ts'
import { ChoiceList } from '../choice-list.tsx'
import { setLink } from '../commands.ts'
import type { EditorController } from '../editor-controller.ts'
import { FieldPanel } from '../field-panel.tsx'
import { chooseLink, isAddress } from '../link-rules.ts'
import type { PanelProps } from '../panels.tsx'
import { linkTargetText } from './link-target-text.tsx'
import { ownPath } from './own-address.ts'

/**
 * Finds a page by its name, or takes an address. An empty address removes the link; an invalid one
 * shows an error.
 */
export function LinkPanel({ snapshot, editor, onClose }: PanelProps) {
  const list = useId()
  const [text, setText] = useState(snapshot.link ?? '')
  const [problem, setProblem] = useState(
    // Why visitors can't follow it.
    editor.linkProblems.get().reasons.get(snapshot.link ?? '') ?? '',
  )
  const { choices, active, known, message, isShown, move, restart } = useLinkChoices(
    text,
    snapshot.link,
    editor,
  )
  const { set, choose, leave, apply } = linkActions(text, known, setProblem, {
    snapshot,
    editor,
    onClose,
  })
  return (
    <FieldPanel
      name="Link"
      label="Link to"
      value={text}
      onChange={(next) => {
        setText(next)
        setProblem('')
        restart()
      }}
      problem={problem}
      action="Apply"
      onApply={() => void apply()}
      onLeave={leave}
      keys={{ ArrowDown: () => move(1), ArrowUp: () => move(active < 0 ? 0 : -1) }}
      field={{
        role: 'combobox',
        'aria-expanded': choices.length > 0,
        'aria-controls': list,
        'aria-autocomplete': 'list',
        'aria-activedescendant': active >= 0 ? choiceId(list, active) : undefined,
        placeholder: editor.links ? 'Name of a page, or an address' : 'example.org or /article/…',
      }}
      buttons={
        snapshot.link !== null && (
          <Button size="sm" onClick={() => set(null)}>
            Remove link
          </Button>
        )
      }
    >
      <p role="status" className={isShown ? 'basis-full text-muted' : 'sr-only'}>
        {message}
      </p>
      <div className="min-w-0 basis-full" hidden={choices.length === 0}>
        <ChoiceList
          id={list}
          label="Pages of this site"
          items={choices}
          active={active}
          onChoose={choose}
        >
          {linkTargetText}
        </ChoiceList>
      </div>
    </FieldPanel>
  )
}

/** Sets the link of the selection to a page or to what is typed. */
function linkActions(
  text: string,
  known: LinkTarget | undefined,
  setProblem: (problem: string) => void,
  { snapshot, editor, onClose }: PanelProps,
) {
  const set = (href: string | null, title?: string) => {
    onClose()
    editor.run(setLink(href, title))
  }
  const choose = ({ url, title }: LinkTarget) => set(url, title)
  const leave = () => {
    onClose()
    editor.focus()
  }
  const apply = async () => {
    if (known) return choose(known)
    if (text === snapshot.link) return leave()
    const choice = chooseLink(text)
    if (choice.kind === 'refused') {
      const [first] = choice.isNoAddress ? await editor.findLinks(text).catch(() => []) : []
      if (first) return choose(first)
      setProblem(
        choice.isNoAddress
          ? `No page is called '${text.trim()}', and it is no address.`
          : choice.reason,
      )
      return
    }
    const href = choice.kind === 'set' ? choice.href : null
    const own = href === null ? null : ownPath(href)
    if (own === null) return set(href)
    onClose()
    editor.linkOwn(own)
  }
  return { set, choose, leave, apply }
}

/** How long typing must pause before a search, in milliseconds. */
const pauseMs = 120

interface Found {
  query: string
  targets: ReadonlyArray<LinkTarget>
  failed: boolean
}

/** The pages that are offered for what is typed, and the one among them that Enter takes. */
function useLinkChoices(text: string, link: string | null, editor: EditorController) {
  const [picked, setPicked] = useState<number | null>(null)
  const [selected] = useState(() => (link === null ? editor.selectedText() : ''))
  const isUntouched = text === (link ?? '')
  // Before anything is typed, pages with the name of the selected words are offered.
  const { targets, isCurrent, failed } = useFound(isUntouched ? selected : text, editor)
  const isOffering = editor.links !== undefined && !isAddress(text) && text !== link
  const choices = isOffering ? targets : []
  const active = choices.length === 0 ? -1 : (picked ?? (text.trim() === '' ? -1 : 0))
  const isShown = failed && isOffering
  return {
    choices,
    active,
    /** The chosen page, unless it belongs to an earlier text. */
    known: isCurrent ? choices[active] : undefined,
    message: isShown
      ? 'Pages can not be searched now; an address can be typed.'
      : isOffering && isCurrent && counted(choices.length, 'page', 'pages'),
    /** Whether the message is also for those who see. */
    isShown,
    move(step: number) {
      if (choices.length > 0) setPicked((active + step + choices.length) % choices.length)
    },
    restart: () => setPicked(null),
  }
}

/** What was found for a query, and whether it is already for this one. */
function useFound(query: string, editor: EditorController) {
  const [found, setFound] = useState<Found>({ query: '', targets: [], failed: false })
  useEffect(() => {
    let isOld = false
    const timer = setTimeout(async () => {
      const targets = await editor.findLinks(query).catch(() => null)
      if (!isOld) setFound({ query, targets: targets ?? [], failed: targets === null })
    }, pauseMs)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [query, editor])
  return { ...found, isCurrent: found.query === query }
}
