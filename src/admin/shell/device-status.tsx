import { CloudOff, RefreshCw } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { Button } from '../../ui/button.tsx'
import type { WorkerState } from '../documents/worker/registration.ts'
import { useConnected, useLocal, useOutgoing } from './local-provider.tsx'

/**
 * Status beside the navigation: no network, queued saves, new version. Renders nothing otherwise.
 */
export function DeviceStatus({ worker }: { worker: WorkerState }) {
  const connected = useConnected()
  const queue = useOutgoing()
  const ready = useSyncExternalStore(worker.onReady, worker.ready)
  const { onReturn } = useLocal()
  useEffect(() => {
    const stop = onReturn(worker.check)
    return () => void stop()
  }, [onReturn, worker])
  const parked = queue.filter(({ state }) => state.kind !== 'waiting').length
  const words = [
    !connected && 'Offline',
    queue.length > parked && `${queue.length - parked} waiting`,
    parked > 0 && `${parked} to decide`,
  ].filter(Boolean)
  return (
    <>
      {ready && (
        <Button
          size="sm"
          icon={<RefreshCw />}
          onClick={() => worker.update(location.pathname + location.search)}
        >
          <span>New version</span>
        </Button>
      )}
      {words.length > 0 && (
        <span role="status" className="flex-none ms-auto">
          <a
            className="[--tone:var(--color-waiting)] inline-flex items-center gap-1.5 min-h-9 px-2.5 border border-(--tone) rounded-card text-ink text-14 font-semibold whitespace-nowrap data-[tone=danger]:[--tone:var(--color-danger)] [&_svg]:size-4 [&_svg]:text-(--tone)"
            href="/admin/device"
            data-tone={parked > 0 ? 'danger' : 'warn'}
          >
            <CloudOff />
            {words.join(' · ')}
          </a>
        </span>
      )}
    </>
  )
}
