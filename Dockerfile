# Showreel, with everything that it needs: docker build -t showreel .
# The service runs as an ordinary user. What is installed is in scripts/image, which also prepares a machine without containers
# (docs/operation.md). To pin the base to one image and not to one day, pass --build-arg BASE=debian@sha256:…
ARG BASE=debian:bookworm-20250520-slim

FROM ${BASE} AS build
# npm gets Node 24 and the packages. It stays in this stage.
RUN apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ca-certificates npm >/dev/null
COPY . /opt/showreel
RUN /opt/showreel/scripts/image/build

FROM ${BASE}
COPY --from=build /opt/showreel /opt/showreel
# A volume that is mounted on an empty folder gets that folder's owner.
RUN /opt/showreel/scripts/image/system \
 && install -d -o showreel -g showreel -m 0700 /run/showreel
ENV PATH=/opt/showreel/.tools/bin:/opt/showreel/scripts:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOST=0.0.0.0 \
    SHOWREEL_DATA_DIR=/var/lib/showreel \
    NODE_COMPILE_CACHE=/var/lib/showreel/cache/node
WORKDIR /opt/showreel
USER showreel
VOLUME /var/lib/showreel
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=6s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/v1/health`).then(({ok}) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-semi-space-size=16", "/opt/showreel/src/main.ts"]
