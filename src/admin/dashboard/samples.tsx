import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { counted } from '#domain/count-words.ts'
import { type SampleSurvey, sampleTexts } from '#domain/samples.ts'
import { callQuery, newIdempotencyKey } from '../../api/admin-call.ts'
import { throwMessage } from '../../api/refusal.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { removeSamples } from '../editing/remove-samples.ts'
import { useShowUndoable } from '../editing/use-show-undoable.ts'

/**
 * The texts that came with the site and that nobody has changed, with a button that removes them
 * all; renders nothing when there are none.
 */
export function Samples() {
  const samples = useQuery(callQuery('GET /api/samples'))
  // What is removed is what the dialog shows, also when others change samples meanwhile.
  const [asked, setAsked] = useState<SampleSurvey | null>(null)
  return (
    <>
      {samples.data && sampleTexts(samples.data) > 0 && (
        <div id="samples">
          <SamplesCard survey={samples.data} onRemove={setAsked} />
        </div>
      )}
      {asked && <RemoveDialog survey={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function SamplesCard({
  survey,
  onRemove,
}: {
  survey: SampleSurvey
  onRemove: (survey: SampleSurvey) => void
}) {
  return (
    <Card title="Sample texts" actions={<Badge>{sampleTexts(survey)}</Badge>}>
      <p className="text-muted">
        {kindsOf(survey)} came with the site and are as they were. Visitors see them until you
        remove them; what you have changed stays.
      </p>
      <Button className="mt-3" icon={<Trash2 />} onClick={() => onRemove(survey)}>
        Remove samples
      </Button>
    </Card>
  )
}

/** Asks whether the samples shall go, and tells what stays and what leads to them. */
function RemoveDialog({ survey, onClose }: { survey: SampleSurvey; onClose: () => void }) {
  const queries = useQueryClient()
  const showUndoable = useShowUndoable()
  // Pressed again after a lost answer, the button gets that answer.
  const [key] = useState(newIdempotencyKey)
  async function remove() {
    await removeSamples(queries, showUndoable, survey, key).catch(throwMessage)
    onClose()
  }
  return (
    <ConfirmDialog
      title="Remove the samples"
      text={
        <>
          <p>
            {kindsOf(survey)} leave the site in one commit, with{' '}
            {counted(survey.files, 'picture, sound or file', 'pictures, sounds and files')} that
            only they use. You can undo it.
          </p>
          <Names title="Changed, so they stay" names={[...survey.changed, ...survey.used]} />
          <Names
            title="These lead to a sample"
            names={survey.links.map(({ title, to }) => `${title}: ${to.join(', ')}`)}
          />
          <Names title="Series that lose parts" names={survey.series} />
          {survey.categories.length > 0 && (
            <p className="mt-3">No other article is in {survey.categories.join(', ')}.</p>
          )}
        </>
      }
      confirmLabel="Remove"
      pendingLabel="Removing..."
      tone="danger"
      onConfirm={remove}
      onClose={onClose}
    />
  )
}

/** The most names of a list that are shown. */
const mostNames = 8

function Names({ title, names }: { title: string; names: ReadonlyArray<string> }) {
  if (names.length === 0) return null
  const more = names.length - mostNames
  return (
    <>
      <p className="mt-3 text-ink">{title}:</p>
      <ul className="ms-5 list-disc wrap-anywhere">
        {names.slice(0, mostNames).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </>
  )
}

/** '38 articles, 8 news items and 5 downloads'. */
function kindsOf({ texts }: Pick<SampleSurvey, 'texts'>): string {
  const kinds = [
    [texts.articles, 'article', 'articles'],
    [texts.news, 'news item', 'news items'],
    [texts.newsletters, 'newsletter', 'newsletters'],
    [texts.downloads, 'download', 'downloads'],
  ] as const
  const words = kinds
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => counted(count, one, many))
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
