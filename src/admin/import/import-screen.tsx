import { MailOpen } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useIssueNumbers } from '../editing/use-issue-numbers.tsx'
import { FileChooser, useFileDrop } from '../shell/file-chooser.tsx'
import { Screen } from '../shell/screen.tsx'
import { useLeaveGuard } from '../shell/use-leave-guard.tsx'
import { ImportList } from './import-list.tsx'
import { MailReview } from './mail-review.tsx'
import { type Import, useImport } from './use-import.ts'

/** `/admin/import-newsletter`: imports mails as drafts of newsletters (rulings, section 6). */
export function ImportScreen() {
  const queue = useImport()
  const { items, reading, stopped } = queue
  const [wanted, setWanted] = useState<string | null>(null)
  const review = useRef<HTMLDivElement>(null)
  const [saving, setSaving] = useState(false)
  const numbers = useIssueNumbers('newsletters', null)
  const open = items.flatMap(({ key, state }) => ('draft' in state ? [{ key, state }] : []))
  const shown = open.find(({ key }) => key === wanted) ?? open[0]
  const nextIssue = numbers.next ?? 1
  const guard = useLeaveGuard(
    open.length > 0,
    'Some mails are not saved yet. Are you sure you want to leave?',
  )

  function choose(key: string) {
    setWanted(key)
    // On a phone the review is below the list.
    const top = review.current?.getBoundingClientRect().top ?? 0
    if (top > window.innerHeight / 2)
      review.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }

  async function saveAll() {
    const drafts = open.map(({ key, state: { kind, draft } }, index) => ({
      key,
      kind,
      draft: { ...draft, issueNumber: draft.issueNumber ?? nextIssue + index },
    }))
    numbers.ask(
      drafts.flatMap(({ kind, draft }) => (kind === 'failed' ? [] : [draft.issueNumber])),
      async () => {
        setSaving(true)
        for (const { key, draft } of drafts) await queue.save(key, draft)
        setSaving(false)
      },
    )
  }

  return (
    <Screen
      title="Import Newsletters"
      actions={
        open.length > 1 && (
          <Button
            variant="primary"
            disabled={numbers.loading}
            pending={saving}
            pendingText="Saving..."
            onClick={() => void saveAll()}
          >
            Save all {open.length} as Drafts
          </Button>
        )
      }
    >
      <p className="-mt-3 mb-5 max-w-[46rem] text-soft">
        Mails become drafts of newsletters: the text as Markdown, its pictures in media, without
        what is about the subscription. They are read in this browser.
      </p>
      <div className="grid gap-4 items-start not-has-[>:nth-child(2)]:grid-cols-[minmax(0,46rem)] min-[68rem]:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <div className="grid content-start gap-4">
          <Sources onMails={queue.add} />
          <ReadingStatus reading={reading} stopped={stopped} />
          {items.length > 0 && (
            <Card title="Mails">
              <ImportList
                items={items}
                chosen={shown?.key ?? null}
                onChoose={choose}
                onRemove={queue.remove}
              />
            </Card>
          )}
        </div>
        {shown && (
          <div ref={review} className="min-w-0 scroll-mt-4" data-part="import-review">
            <MailReview
              key={shown.key}
              draft={shown.state.draft}
              saving={saving || shown.state.kind === 'saving'}
              suggestedIssue={numbers.loading ? null : nextIssue}
              onEdit={(edit) => queue.edit(shown.key, edit)}
              onSave={(draft) => {
                const save = () => void queue.save(shown.key, draft)
                // After an interrupted attempt, its number was confirmed before.
                if (shown.state.kind === 'failed') save()
                else numbers.ask([draft.issueNumber], save)
              }}
              onRemove={() => queue.remove(shown.key)}
            />
          </div>
        )}
      </div>
      {guard.dialog}
      {numbers.question}
    </Screen>
  )
}

function ReadingStatus({ reading, stopped }: Pick<Import, 'reading' | 'stopped'>) {
  return (
    <div role="status" aria-live="polite">
      {reading && (
        <p className="spinner-line">
          <span className="spinner" aria-hidden="true" />
          Reading {reading.name}
          {reading.mails > 1 && `: ${reading.mails} mails`}
          {reading.left > 0 && `, ${reading.left} more to read`}
        </p>
      )}
      {stopped && (
        <p className="notice" data-tone="warn">
          {stopped}
        </p>
      )}
    </div>
  )
}

const mailTypes = [
  '.eml',
  '.mbox',
  '.html',
  '.htm',
  '.txt',
  'message/rfc822',
  'application/mbox',
  'text/html',
  'text/plain',
]

/** Input of mails: files or pasted text. */
function Sources({ onMails }: { onMails: Import['add'] }) {
  const [pasted, setPasted] = useState('')
  const onFiles = (files: Array<File>) => onMails(files.map((file) => ({ kind: 'file', file })))
  const drop = useFileDrop(onFiles)
  return (
    <Card>
      <div className="grid gap-4">
        <FileChooser accept={mailTypes} multiple onFiles={onFiles}>
          {(open) => (
            <button type="button" className="drop-zone min-h-34" {...drop} onClick={open}>
              <MailOpen />
              <span>Choose mails, or drop them here</span>
              <span className="text-tiny">
                .eml, .mbox or .html, several at once, up to 25 MB each
              </span>
            </button>
          )}
        </FileChooser>
        <TextArea
          label="Or paste a mail, HTML or text"
          className="min-h-28"
          spellCheck={false}
          value={pasted}
          onPaste={(event) => {
            // A mail copied in a browser has HTML beside the plain text.
            const html = event.clipboardData.getData('text/html')
            if (pasted !== '' || html.trim() === '') return
            event.preventDefault()
            setPasted(html)
          }}
          onChange={({ target }) => setPasted(target.value)}
        />
        <Button
          className="justify-self-start"
          disabled={pasted.trim() === ''}
          onClick={() => {
            onMails([{ kind: 'pasted', text: pasted }])
            setPasted('')
          }}
        >
          Read
        </Button>
      </div>
    </Card>
  )
}
