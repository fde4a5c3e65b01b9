import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { type SpecifiedPage, specifiedPages } from '#domain/page-names.ts'
import { callQuery } from '../../api/admin-call.ts'
import { messageOf } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useStoredFile } from '../editing/stored-file.ts'
import { type ListedPage, usePageList } from '../editing/use-page-list.ts'
import { WaitingNew } from '../editing/waiting-items.tsx'
import { useAddress } from '../shell/navigation.tsx'
import { Screen } from '../shell/screen.tsx'
import { useUnsavedGuard } from '../shell/use-leave-guard.tsx'
import { LookPanel } from './look-panel.tsx'
import { PageAddressDialog } from './page-address-dialog.tsx'
import { PagePanel } from './page-panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'

const settingsTitles = { details: 'Site details', look: 'Subject and looks' } as const
type SettingsName = keyof typeof settingsTitles

const pageLabels: Readonly<Record<SpecifiedPage, string>> = {
  about: 'About',
  'privacy-policy': 'Privacy Policy',
  'terms-of-service': 'Terms of Service',
  'cookie-policy': 'Cookie Policy',
}

/**
 * The word on the tab of a page. Those that every site has keep theirs, whatever their titles are.
 */
function labelOf({ name, title }: ListedPage): string {
  return specifiedPages.some((one) => one === name)
    ? pageLabels[name as SpecifiedPage]
    : title || `/${name}`
}

/** A tab is one of the forms for settings, or a page by its address, which no form can have. */
const tabOf = (page: string) => `/${page}`

/**
 * `/admin/site`: settings (`site.yaml`) and the pages of the site's own texts. Typed text of one
 * tab stays while another is shown.
 */
export function SiteScreen() {
  const { search } = useAddress()
  const asked = search.page === 'look' ? 'look' : search.page ? tabOf(search.page) : 'details'
  const [part, setPart] = useState(asked)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([part]))
  const [dirty, setDirty] = useState<Readonly<Record<string, boolean>>>({})
  const [adding, setAdding] = useState(false)
  const { pages } = usePageList()
  const unsaved = Object.values(dirty).some(Boolean)
  const guard = useUnsavedGuard(
    unsaved,
    'You have unsaved changes. Are you sure you want to leave?',
  )

  const note = useCallback(
    (tab: string, value: boolean) => setDirty((known) => ({ ...known, [tab]: value })),
    [],
  )

  function show(tab: string) {
    setPart(tab)
    setOpened((before) => new Set([...before, tab]))
  }

  const settings = (['details', 'look'] as const).map((name) => ({
    id: name,
    label: settingsTitles[name],
    panel: opened.has(name) && (
      <SettingsPart name={name} tab={name} active={part === name} onDirty={note} />
    ),
  }))
  const texts = pages.map((page) => {
    const id = tabOf(page.name)
    const label = labelOf(page)
    const props = {
      page,
      label,
      tab: id,
      active: part === id,
      onDirty: note,
      onGone: () => show('details'),
    }
    return {
      id,
      label: page.draft ? `${label} (draft)` : label,
      panel: opened.has(id) && <PagePart {...props} onMoved={(name) => show(tabOf(name))} />,
    }
  })
  const tabs = [...settings, ...texts].map((tab) => ({ ...tab, keep: true }))
  return (
    <Screen title="Site">
      <WaitingNew type="pages" />
      <Tabs
        label="Parts of the site"
        value={tabs.some(({ id }) => id === part) ? part : 'details'}
        onChange={show}
        tabs={tabs}
        end={
          <Button variant="ghost" size="sm" icon={<Plus />} onClick={() => setAdding(true)}>
            Add Page
          </Button>
        }
      />
      {adding && (
        <PageAddressDialog
          page={null}
          onClose={() => setAdding(false)}
          onDone={(added) => {
            setAdding(false)
            if (!added) return
            const { name, title } = added
            show(tabOf(name))
            void showToast({
              title: 'Page added',
              description: `“${title}” is a draft at /${name}.`,
            })
          }}
        />
      )}
      {guard.dialog}
    </Screen>
  )
}

interface PartProps {
  /** The tab that it is on. */
  tab: string
  active: boolean
  onDirty: (tab: string, dirty: boolean) => void
}

/**
 * A form for some keys of `site.yaml`. Each has its own stored text, and saves of one do not wait
 * for the other.
 */
function SettingsPart({ name, tab, active, onDirty }: PartProps & { name: SettingsName }) {
  const settings = useQuery(callQuery('GET /api/settings'))
  const note = useCallback((dirty: boolean) => onDirty(tab, dirty), [onDirty, tab])
  const item = name === 'details' ? 'site' : 'look'
  const stored = useStoredFile({
    kind: 'settings',
    item,
    document: 'site',
    title: settingsTitles[name],
  })
  if (!stored || settings.isPending || (settings.isFetching && !settings.isFetchedAfterMount))
    return <Spinner label="Loading the site's details..." />
  if (settings.isError) return <Failed error={settings.error} retry={() => settings.refetch()} />
  const Panel = name === 'details' ? SettingsPanel : LookPanel
  return <Panel loaded={settings.data} stored={stored} active={active} onDirty={note} />
}

function PagePart({
  page: { name },
  label,
  tab,
  active,
  onDirty,
  ...listeners
}: PartProps & {
  page: ListedPage
  label: string
  onGone: () => void
  onMoved: (name: string) => void
}) {
  const page = useQuery(callQuery('GET /api/pages/{path}', { params: { path: name } }))
  const note = useCallback((dirty: boolean) => onDirty(tab, dirty), [onDirty, tab])
  const stored = useStoredFile({ kind: 'pages', item: name, title: label })
  if (!stored || page.isPending || (page.isFetching && !page.isFetchedAfterMount))
    return <Spinner label="Loading the page..." />
  if (page.isError) return <Failed error={page.error} retry={() => page.refetch()} />
  return (
    <PagePanel
      {...listeners}
      page={page.data}
      stored={stored}
      label={label}
      active={active}
      onDirty={note}
    />
  )
}

function Failed({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <ErrorPanel title="This part could not be loaded" message={messageOf(error)} retry={retry} />
  )
}
