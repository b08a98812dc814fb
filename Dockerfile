# One image; the command chooses what runs: api (default), worker or migrate.
#   docker run … node apps/worker/src/main.ts
#   docker run … node prisma/migrate.ts deploy

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/shared/package.json packages/shared/
COPY packages/areas/package.json packages/areas/
COPY packages/client/package.json packages/client/
COPY packages/triage-rules/package.json packages/triage-rules/
COPY apps/admin/package.json apps/admin/
COPY apps/api/package.json apps/api/
COPY apps/ops/package.json apps/ops/
COPY apps/worker/package.json apps/worker/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npx prisma generate && npm run build-admin
# The image contains only the built files of the admin application.
RUN npm prune --omit=dev --no-audit --no-fund \
  && find apps/admin -mindepth 1 -maxdepth 1 ! -name dist -exec rm -r {} +

FROM node:24-slim
ENV NODE_ENV=production
# Most objects of a request are short-lived: with a larger young generation, fewer of them are copied.
ENV NODE_OPTIONS=--max-semi-space-size=32
WORKDIR /app
# Without scripts/ and development dependencies, such as the embedded servers. The files belong to root, so that the
# process cannot change them.
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages packages
COPY --from=build /app/apps apps
COPY --from=build /app/prisma prisma
USER node
EXPOSE 3001 3002
CMD ["node", "--enable-source-maps", "apps/api/src/main.ts"]
