# syntax=docker/dockerfile:1
# docker build -t skillpass .
# Everything is JavaScript: built once, on whatever machine builds, for every platform.
FROM --platform=$BUILDPLATFORM node:22-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY bin bin
COPY fixtures fixtures
COPY src src
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:22-alpine
WORKDIR /app
COPY --from=build /src/package.json ./
COPY --from=build /src/node_modules node_modules
COPY --from=build /src/bin bin
COPY --from=build /src/fixtures fixtures
COPY --from=build /src/dist/dashboard dist/dashboard
COPY --from=build /src/lib lib
COPY --from=build /src/THIRD-PARTY-LICENSES ./
RUN ln -s /app/bin/skillpass.js /usr/local/bin/skillpass && install -d -o node -g node -m 700 /data
# The first admin key goes into a file: what is printed stays in the container's log for ever.
ENV NODE_ENV=production \
    SKILLPASS_HOST=0.0.0.0 \
    SKILLPASS_PORT=4747 \
    SKILLPASS_STORE=json:/data \
    SKILLPASS_SECRET_FILE=/data/server-secrets.json \
    SKILLPASS_KEY_FILE=/data/first-admin-key
USER node
# The only place that is written to: the root file system may be read-only.
VOLUME /data
EXPOSE 4747
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["node", "-e", "require('node:http').get({host:'127.0.0.1',port:process.env.SKILLPASS_PORT,path:'/readyz'},(answer)=>process.exit(answer.statusCode===200?0:1)).on('error',()=>process.exit(1))"]
ENTRYPOINT ["skillpass"]
CMD ["serve"]
