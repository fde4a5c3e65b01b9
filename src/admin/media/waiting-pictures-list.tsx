import { counted } from '#domain/count-words.ts'
import { waitingAddress } from '#domain/waiting-picture.ts'
import { ShownPicture } from '../editor/pictures/shown-picture.tsx'
import { useOutgoing } from '../shell/local-provider.tsx'

/** Pictures that wait for their upload; renders nothing when there are none. */
export function WaitingPicturesList() {
  const uploads = useOutgoing().filter(({ work }) => work.kind === 'upload')
  if (uploads.length === 0) return null
  return (
    <section
      className="grid gap-2.5 mb-5 py-3 px-3.5 border border-line rounded-card bg-surface [&_a]:underline"
      aria-label="Waiting on this device"
    >
      <p className="text-small">
        <strong>{counted(uploads.length, 'file waits', 'files wait')} on this device.</strong> They are uploaded
        automatically. <a href="/admin/device">Show what waits</a>
      </p>
      <ul className="flex flex-wrap gap-2">
        {uploads.map(({ key, title }) => (
          <li key={key}>
            <ShownPicture
              url={waitingAddress(key)}
              width={160}
              alt={title}
              className="grid place-items-center w-24 h-18 border border-line rounded-card object-cover"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
