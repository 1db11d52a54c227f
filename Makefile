# Everything a person does with this repository. Each target sets up what it needs and is safe to run again.
SHELL := /bin/bash
export PATH := $(CURDIR)/.tools/bin:$(CURDIR)/node_modules/.bin:$(PATH)

.DEFAULT_GOAL := help
.PHONY: help setup demo start test check format client bench chaos soak train train-reader train-chooser pack readme-media gallery pictures image-test operate-test scale-test clean

help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: ## Get Node 24, the packages, ffmpeg and fonts, and build the dashboard (every other target does this by itself)
	@scripts/setup

demo: setup ## Record a demo video: make demo URL=https://… PROMPT="…" (no URL: the sample site)
	@node scripts/demo.ts

start: setup ## Run the whole service on PORT (3000)
	@exec node --max-semi-space-size=16 src/main.ts

test: ## Run all tests on a real PostgreSQL, Chromium, ffmpeg and S3 service
	@scripts/setup tests
	@vitest run

check: setup ## Formatting, lint, import rules, types, licences and known faults of packages, and dead code
	@npm run -s check

format: setup ## Format and sort what can be mended by machine
	@biome check --write .

client: setup ## Write the types of the typed client anew from the OpenAPI document
	@node scripts/client.ts

pack: setup ## Write the packages that others install (dist/packages)
	@node scripts/pack.ts

chaos: setup ## Kill parts of the running service under load, 100 times (CHAOS_KILLS, CHAOS_SEED)
	@node scripts/chaos.ts

soak: setup ## Load the running service for SOAK_MINUTES (60), and say whether anything grows
	@node scripts/soak.ts

bench: setup ## Print the figures, each beside its peer (BENCH_ONLY=group,group, BENCH_JSON=path)
	@node scripts/bench.ts

train: setup ## Train the weights of the planner's candidates (DECISIONS="path …" from a bench, WITHOUT=app)
	@node scripts/train.ts $(DECISIONS)

train-reader: setup ## Train the weights that label the words of a prompt (FIGURES=1 prints how well, leaving out each file)
	@node scripts/train-reader.ts

train-chooser: setup ## Train the weights that choose what the controls of a view get (FIGURES=1 prints how well, in applications left out)
	@node --max-old-space-size=8192 scripts/train-chooser.ts

readme-media: setup ## Record the picture and the GIF of the README again
	@node scripts/readme-media.ts

gallery: setup ## Film twelve pages in all shapes and templates into one HTML page (GALLERY=folder, GALLERY_ONLY=text)
	@node scripts/gallery.ts

pictures: setup ## Take pictures of every page in every state, light and dark, phone and desk (PICTURES=folder, PICTURES_ONLY=empty,loading,failed,full,public)
	@vitest run --config scripts/pictures/vitest.config.ts

image-test: setup ## Build the image and run compose.yaml without a registry, and make a first film in it (root, Debian; 5 GB)
	@node scripts/image/prove.ts compose

operate-test: setup ## Operate it from install to upgrade on eleven machines, each in a network namespace (root, Debian; 5 GB)
	@node scripts/image/prove.ts operate

scale-test: setup ## Measure what a second worker adds (root, Debian; 5 GB)
	@node scripts/image/prove.ts scale

clean: ## Remove what was installed here (the data folder stays)
	rm -rf node_modules .tools dist
