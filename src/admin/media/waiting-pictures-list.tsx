import { waitingAddress } from '#domain/waiting-picture.ts'
import { ShownPicture } from '../editor/pictures/shown-picture.tsx'
import { useOutgoing } from '../offline/local-provider.tsx'

/** The pictures that this device keeps until they can be uploaded; nothing where there is none. */
export function WaitingPicturesList() {
  const uploads = useOutgoing().filter(({ work }) => work.kind === 'upload')
  if (uploads.length === 0) return null
  return (
    <section className="waiting-pictures" aria-label="Waiting on this device">
      <p className="text-small">
        <strong>{uploads.length === 1 ? '1 image waits' : `${uploads.length} images wait`} on this device.</strong> They
        are uploaded by themselves. <a href="/admin/device">Show what waits</a>
      </p>
      <ul>
        {uploads.map(({ key, title }) => (
          <li key={key}>
            <ShownPicture url={waitingAddress(key)} width={160} alt={title} className="waiting-picture" />
          </li>
        ))}
      </ul>
    </section>
  )
}
