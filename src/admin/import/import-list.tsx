import { Trash2 } from 'lucide-react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import type { ImportItem, ImportState } from './import-queue.ts'

const words: Readonly<Record<ImportState['kind'], readonly [word: string, tone: Tone]>> = {
  ready: ['Ready', 'info'],
  saving: ['Saving', 'info'],
  failed: ['Not saved', 'danger'],
  queued: ['Waiting', 'warn'],
  saved: ['Saved', 'ok'],
  known: ['Imported before', 'neutral'],
  refused: ['Not readable', 'warn'],
}

const editorAddress = (id: number) => `/admin/draft-editor?id=${id}&type=newsletters`

/** List of the imported mails with their states; unsaved ones can be opened. */
export function ImportList({
  items,
  chosen,
  onChoose,
  onRemove,
}: {
  items: ReadonlyArray<ImportItem>
  chosen: string | null
  onChoose: (key: string) => void
  onRemove: (key: string) => void
}) {
  return (
    <ul className="[&>li+li]:border-t [&>li+li]:border-line">
      {items.map(({ key, source, state }) => {
        const [word, tone] = words[state.kind]
        return (
          <li
            key={key}
            className="flex items-center gap-2.5 py-2 data-chosen:[&>div>.import-title]:underline
              data-chosen:[&>div>.import-title]:underline-offset-4"
            data-part="import-row"
            data-chosen={key === chosen || undefined}
          >
            <div className="min-w-0 flex-1">
              {'draft' in state ? (
                <button
                  type="button"
                  className="import-title"
                  aria-pressed={key === chosen}
                  onClick={() => onChoose(key)}
                >
                  {state.draft.title}
                </button>
              ) : 'id' in state ? (
                <a
                  className="import-title underline underline-offset-4"
                  href={editorAddress(state.id)}
                >
                  {state.title}
                </a>
              ) : (
                <p className="import-title">{state.kind === 'queued' ? state.title : source}</p>
              )}
              <p className="text-tiny text-muted">{detail(state, source)}</p>
              {state.kind === 'saving' && state.of > 0 && (
                <progress
                  aria-label="Pictures stored"
                  max={state.of}
                  value={state.done}
                  className="mt-1 w-full"
                />
              )}
            </div>
            <Badge tone={tone}>{word}</Badge>
            {state.kind !== 'saving' && (
              <IconButton
                label={`Remove ${'draft' in state ? state.draft.title : state.kind === 'refused' ? source : state.title} from this list`}
                icon={<Trash2 />}
                onClick={() => onRemove(key)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function detail(state: ImportState, source: string): string {
  switch (state.kind) {
    case 'refused':
    case 'failed':
      return state.message
    case 'saving':
      return state.of === 0
        ? 'Storing the draft'
        : `Storing picture ${Math.min(state.done + 1, state.of)} of ${state.of}`
    case 'saved':
      return state.lost === 0
        ? 'A draft now; open it to go on.'
        : `A draft now, without ${state.lost === 1 ? 'a picture' : `${state.lost} pictures`} of a kind that the site does not take.`
    case 'queued':
      return 'Kept on this device. It becomes a draft as soon as the server can be reached.'
    case 'known':
      return `${source}: this mail is a newsletter already.`
    default:
      return source
  }
}
