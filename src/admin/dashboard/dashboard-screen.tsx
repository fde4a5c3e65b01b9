import { Screen } from '../shell/screen.tsx'

/** `/admin` (specification, section 2). */
export function DashboardScreen() {
  return (
    <Screen title="Admin Dashboard" current="Admin" crumbs={[]}>
      <p>Welcome</p>
    </Screen>
  )
}
