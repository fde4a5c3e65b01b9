import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type StaticPageName, staticPageNames } from '#domain/content.ts'
import { callQuery } from '../../api/admin-call.ts'
import { reasonOf } from '../../api/refusal.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useStoredFile } from '../item/stored-file.ts'
import { useDraftStorage } from '../offline/local-provider.tsx'
import { useAddress } from '../shell/navigation.tsx'
import { Screen } from '../shell/screen.tsx'
import { unreachable } from '../shell/sign-in-rules.ts'
import { useLeaveGuard } from '../shell/use-leave-guard.tsx'
import { LookPanel } from './look-panel.tsx'
import { PagePanel } from './page-panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'

type Part = 'details' | 'look' | StaticPageName

const pageLabels: Readonly<Record<StaticPageName, string>> = {
  about: 'About',
  'privacy-policy': 'Privacy Policy',
  'terms-of-service': 'Terms of Service',
  'cookie-policy': 'Cookie Policy',
}

/** `/admin/site`: settings (`site.yaml`) and static pages. Typed text of one tab stays while another is shown. */
export function SiteScreen() {
  const { search } = useAddress()
  const asked = (['look', ...staticPageNames] as const).find((name) => name === search.page)
  const [part, setPart] = useState<Part>(asked ?? 'details')
  const [opened, setOpened] = useState<ReadonlySet<Part>>(new Set([part]))
  const [dirty, setDirty] = useState<Readonly<Partial<Record<Part, boolean>>>>({})
  const unsaved = Object.values(dirty).some(Boolean)
  const guard = useLeaveGuard(unsaved, 'You have unsaved changes. Are you sure you want to leave?', {
    kept: useDraftStorage().kind === 'available',
  })

  const note = useCallback((name: Part, value: boolean) => setDirty((known) => ({ ...known, [name]: value })), [])

  function show(id: string) {
    const next = id as Part
    setPart(next)
    setOpened(new Set([...opened, next]))
  }

  const panel = (name: Part) => {
    if (!opened.has(name)) return null
    return name === 'details' || name === 'look' ? (
      <SettingsPart name={name} active={part === name} onDirty={note} />
    ) : (
      <PagePart name={name} active={part === name} onDirty={note} />
    )
  }
  return (
    <Screen title="Site">
      <Tabs
        label="Parts of the site"
        value={part}
        onChange={show}
        tabs={[
          { id: 'details', label: 'Site details', panel: panel('details'), keep: true },
          { id: 'look', label: 'Subject and looks', panel: panel('look'), keep: true },
          ...staticPageNames.map((name) => ({ id: name, label: pageLabels[name], panel: panel(name), keep: true })),
        ]}
      />
      {guard.dialog}
    </Screen>
  )
}

interface PartProps<Name extends Part> {
  active: boolean
  onDirty: (name: Name, dirty: boolean) => void
}

const settingsTitles = { details: 'Site details', look: 'Subject and looks' } as const

/** A form for some keys of `site.yaml`. Each has its own stored text, and saves of one do not wait for the other. */
function SettingsPart({
  name,
  active,
  onDirty,
}: PartProps<'details' | 'look'> & { name: keyof typeof settingsTitles }) {
  const settings = useQuery({ ...callQuery('GET /api/settings'), refetchOnMount: 'always' })
  const note = useCallback((dirty: boolean) => onDirty(name, dirty), [onDirty, name])
  const item = name === 'details' ? 'site' : 'look'
  const stored = useStoredFile({ kind: 'settings', item, title: settingsTitles[name] })
  if (!stored || settings.isPending || (settings.isFetching && !settings.isFetchedAfterMount))
    return <Spinner label="Loading the site's details..." />
  if (settings.isError) return <Failed error={settings.error} retry={() => settings.refetch()} />
  const Panel = name === 'details' ? SettingsPanel : LookPanel
  return <Panel loaded={settings.data} stored={stored} active={active} onDirty={note} />
}

function PagePart({ name, active, onDirty }: PartProps<StaticPageName> & { name: StaticPageName }) {
  const page = useQuery({ ...callQuery('GET /api/pages/{name}', { params: { name } }), refetchOnMount: 'always' })
  const note = useCallback((dirty: boolean) => onDirty(name, dirty), [onDirty, name])
  const stored = useStoredFile({ kind: 'pages', item: name, title: pageLabels[name] })
  if (!stored || page.isPending || (page.isFetching && !page.isFetchedAfterMount))
    return <Spinner label="Loading the page..." />
  if (page.isError) return <Failed error={page.error} retry={() => page.refetch()} />
  return <PagePanel page={page.data} stored={stored} label={pageLabels[name]} active={active} onDirty={note} />
}

function Failed({ error, retry }: { error: Error; retry: () => unknown }) {
  return <ErrorPanel title="This part could not be loaded" message={reasonOf(error) ?? unreachable} retry={retry} />
}
