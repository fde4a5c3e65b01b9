# Builds the site, then runs it as a user without rights of its own. Content and data are volumes: see docs/operate.md.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
# The site reads its content with git; a remote (GIT_REMOTE) also needs the others.
RUN apt-get update && apt-get install -y --no-install-recommends git openssh-client ca-certificates && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app /app
RUN mkdir -p /srv/content /srv/data && chown node:node /srv/content /srv/data
USER node
ENV HOST=0.0.0.0 PORT=3000 CONTENT_DIR=/srv/content DATA_DIR=/srv/data
VOLUME ["/srv/content", "/srv/data"]
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/index.js"]
