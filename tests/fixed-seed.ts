import fc from 'fast-check'

// Random texts are the same in each run, so that a red run has a cause in the change that it tests.
// `npm run soak -- properties` sets a new seed.
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env.PROPERTY_SEED ?? 20_260_101),
})
